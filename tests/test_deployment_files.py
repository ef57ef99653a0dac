"""The files for more than one machine say what the project needs; no Docker engine is asked."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from uuid import uuid4

import yaml
from django.urls import resolve
from pytest_django import Settings

from chat.pages.uploads import body_bytes_of

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


def test_compose_names_the_proxies_that_it_starts_as_the_trusted_ones() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())
    proxy = composed["services"]["proxy"]
    nginx, front = composed["services"]["web"]["environment"]["TRUSTED_PROXIES"].split(",")
    assert nginx == proxy["networks"]["default"]["ipv4_address"]
    assert front == proxy["environment"]["FRONT_PROXY"]
    [network] = composed["networks"]["default"]["ipam"]["config"]
    assert ip_address(nginx) in ip_network(network["subnet"])
    # No other service may be given the proxy's address.
    assert ip_address(nginx) not in ip_network(network["ip_range"])
    assert network["gateway"] in front
    # A stranger cannot reach the plain port from outside and say that they came by TLS.
    assert proxy["ports"][0].startswith("${BIND:-127.0.0.1}:")


def test_nginx_believes_the_proxy_in_front_alone_about_tls() -> None:
    config = (ROOT / "docs" / "deploy" / "nginx.conf").read_text()
    assert re.search(r"geo \$from_front \{[^}]*default\s+0;[^}]*\$\{FRONT_PROXY\}\s+1;", config)
    assert '"1 https" https;' in config
    assert "default $http_x_forwarded_proto" not in config
    assert "X-Forwarded-For $proxy_add_x_forwarded_for" in config


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


def test_the_proxy_bounds_bodies_and_headers_as_the_web_processes_do(settings: Settings) -> None:
    proxy = (ROOT / "docs" / "deploy" / "nginx.conf").read_text()
    everywhere, uploads, starts = (int(most) * 1_000_000 for most in re.findall(r"client_max_body_size (\d+)m;", proxy))
    assert everywhere >= settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert everywhere < 10_000_000
    assert uploads >= (body_bytes_of(resolve(f"/pursuit/threads/{uuid4()}/material/").func) or 0)
    assert uploads < 100_000_000
    assert starts == body_bytes_of(resolve("/v1/reviews/sessions/a/start").func) // 1_000_000 * 1_000_000
    assert starts >= 60_000_000
    assert re.search(r"client_header_timeout \d+s;", proxy)
    assert re.search(r"client_body_timeout \d+s;", proxy)
