"""The web app and the HTTP API. `weigh.web.app.create_app` builds the ASGI application."""
