"""The pages: server-rendered, readable without JavaScript, the same templates for page, stream and fragment."""
