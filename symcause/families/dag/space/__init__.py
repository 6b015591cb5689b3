"""Version spaces of the dag family: the DAGs of an equivalence class."""
