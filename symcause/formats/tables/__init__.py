"""Tables of rows: files as spreadsheets and logs write them, before anybody makes problems of them."""
