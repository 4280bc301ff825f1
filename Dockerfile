# Tidings as a container: docker build --tag tidings .
# docker run --rm --volume "$PWD/events:/collections" tidings crawl flood
FROM python:3.11-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY requirements/dev.txt requirements/
COPY docs/tidings.1 docs/
COPY src src
# the versions that the tests run with
RUN python -m venv /opt/tidings \
    && /opt/tidings/bin/pip install --no-cache-dir --constraint requirements/dev.txt ".[objects,opensearch,parquet,shared]"

FROM python:3.11-slim
COPY --from=build /opt/tidings /opt/tidings
ENV PATH="/opt/tidings/bin:$PATH" \
    PYTHONUNBUFFERED=1
# collections belong to this user; give yours by --user "$(id -u)"
RUN useradd --uid 1000 --create-home tidings \
    && install --directory --owner=tidings --mode=0777 /collections
USER 1000
WORKDIR /collections
VOLUME /collections
# the desk and the API; archived pages have a port of their own
EXPOSE 8484 8485
ENTRYPOINT ["tidings"]
CMD ["--help"]
