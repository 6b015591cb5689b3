"""Files of the ReCITE release: samples, responses and databases."""
