"""Reads on standard input what the daemon wrote, with the parsers of those it was written for.

    check.py openmetrics    prints each family as "NAME TYPE UNIT SAMPLES"
    check.py otlp           prints each metric as "NAME KIND POINTS"

Anything they do not understand ends it with an error.
"""

import sys


def openmetrics(text):
    from prometheus_client.openmetrics.parser import text_string_to_metric_families

    for family in text_string_to_metric_families(text):
        print(family.name, family.type, family.unit or "-", len(family.samples))


def otlp(text):
    from google.protobuf import json_format
    from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

    request = json_format.Parse(text, ExportMetricsServiceRequest(), ignore_unknown_fields=False)
    for resource in request.resource_metrics:
        for attribute in resource.resource.attributes:
            print("resource", attribute.key, attribute.value.string_value)
        for scope in resource.scope_metrics:
            for metric in scope.metrics:
                kind = metric.WhichOneof("data")
                points = getattr(metric, kind).data_points
                for point in points:
                    if kind == "histogram":
                        assert sum(point.bucket_counts) == point.count, metric.name
                        assert len(point.bucket_counts) == len(point.explicit_bounds) + 1, metric.name
                    assert point.time_unix_nano >= point.start_time_unix_nano > 0, metric.name
                print(metric.name, kind, len(points))


if __name__ == "__main__":
    {"openmetrics": openmetrics, "otlp": otlp}[sys.argv[1]](sys.stdin.read())
