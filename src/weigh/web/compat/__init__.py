"""Adapters that speak the HTTP interfaces of CAM and CAM 2.0, so that their clients keep working."""
