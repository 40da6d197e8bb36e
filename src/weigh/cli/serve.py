"""`weigh serve`: the web app and the HTTP API."""

from __future__ import annotations

from typing import Annotated

import typer

from weigh.cli._output import IndexOption

_BREATH = 0.3
"""Seconds between listening and loading the models, so that the first look whether it is ready is answered at once."""

app = typer.Typer(help="Open the web app and the HTTP API.")


@app.command()
def serve(
    index: IndexOption = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.", min=0, max=65535)] = None,
    database: Annotated[
        str | None, typer.Option(help="Database URL for feedback, history and permalinks.", envvar="WEIGH_DATABASE")
    ] = None,
) -> None:
    """Serve the web app and the HTTP API until stopped."""
    import asyncio
    import gc

    from weigh.settings import Settings

    # What is made while starting stays; looking through it for garbage again and again takes a tenth of the time.
    gc.disable()
    settings = Settings.load({"index": index, "host": host, "port": port, "database": database})
    asyncio.run(_run(settings))


async def _run(settings: object) -> None:
    import asyncio
    import gc
    import logging
    import socket

    from weigh.errors import BadSetting, ExtraMissing
    from weigh.pipeline import Weigh
    from weigh.settings import Settings

    assert isinstance(settings, Settings)
    try:
        import uvicorn

        from weigh.store import Store
        from weigh.web.app import create_app
        from weigh.web.compat.whole import whole_target_protocol
    except ModuleNotFoundError as error:
        raise ExtraMissing(f"weigh serve ({error.name})", "web") from None

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("weigh.web").setLevel(logging.INFO)
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        raise BadSetting(
            f"Cannot listen on {settings.host} port {settings.port}: {error.strerror}. "
            "Choose another with --host or --port."
        ) from None
    store = Store.open(settings)
    weigh = Weigh(settings)
    app = create_app(weigh, store, settings)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=whole_target_protocol(),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=10,
            limit_concurrency=1000,
        )
    )
    listener.listen()  # before it is said: who comes at once waits, and is not refused
    place = f"[{settings.host}]" if ":" in settings.host else settings.host
    typer.echo(f"Weigh listens on http://{place}:{listener.getsockname()[1]} (stop with Ctrl-C)", err=True)

    async def warm() -> None:
        """The API and the models are made ready once the server listens; a first question may come before them."""
        while not server.started:
            await asyncio.sleep(0.02)
        gc.freeze()
        gc.enable()
        await asyncio.sleep(_BREATH)
        loop = asyncio.get_running_loop()
        for part in (app.complete, weigh.warm):
            await loop.run_in_executor(None, part)

    warming = asyncio.create_task(warm())
    try:
        await server.serve(sockets=[listener])
    finally:
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
        weigh.close()
        store.close()
