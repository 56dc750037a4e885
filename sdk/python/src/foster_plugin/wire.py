"""The messages of go-plugin's own services."""

from __future__ import annotations

from .schema import Schema

PLUGIN = Schema("plugin")
Empty = PLUGIN.message("Empty")
# The real one is an enum, which looks the same on the wire: 1 is standard output, 2 standard error.
StdioData = PLUGIN.message("StdioData", channel="int32", data="bytes")
Knock = PLUGIN.message("Knock", knock="bool", ack="bool", error="string")
ConnInfo = PLUGIN.message("ConnInfo", service_id="uint32", network="string", address="string", knock=Knock)

HEALTH = Schema("grpc.health.v1")
HealthCheckRequest = HEALTH.message("HealthCheckRequest", service="string")
# An enum too: 1 is serving, 2 is not, 3 is a service nobody knows.
HealthCheckResponse = HEALTH.message("HealthCheckResponse", status="int32")
SERVING, NOT_SERVING, SERVICE_UNKNOWN = 1, 2, 3
