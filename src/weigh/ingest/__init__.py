"""Files → documents → clean sentences. Knows no engine: `files.clean_file` is the one function that builds call."""
