"""The files for more than one machine say what the project needs; no Docker engine is asked."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent


def test_compose_gives_every_process_of_ours_the_same_database_redis_and_key() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    ours = {name: services[name] for name in ("web", "worker", "migrate")}
    for name, service in ours.items():
        assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS"} <= service["environment"].keys(), name
    assert services["web"]["deploy"]["replicas"] > 1
    assert services["worker"]["deploy"]["replicas"] > 1
    assert services["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    mounted = [volume.split(":")[0] for volume in services["proxy"]["volumes"]]
    assert all((ROOT / path).is_file() for path in mounted)


def test_every_setting_in_compose_and_the_dockerfile_is_one_that_the_project_reads() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    read = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "environment.py"))
    for name in services["web"]["environment"]:
        assert f'"{name}"' in read, name
    set_in_image = re.search(r"^ENV (BIND.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert set_in_image is not None
    for name in re.findall(r"(\w+)=", set_in_image[1]):
        assert f'"{name}"' in read, name


def test_the_proxy_passes_sockets_on_and_keeps_the_metrics_inside() -> None:
    proxy = (ROOT / "docs" / "deploy" / "nginx.conf").read_text()
    assert "proxy_set_header Upgrade $http_upgrade" in proxy
    assert re.search(r"location = /metrics \{[^}]*deny all", proxy)
    assert "proxy_buffering off" in proxy
