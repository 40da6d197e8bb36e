"""What keeps the server standing: one error shape, limits on clients, bodies, time and queue, safe headers."""
