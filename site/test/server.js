// Serves the built site, like any host of static files.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const DIST = fileURLToPath(new URL('../.vitepress/dist/', import.meta.url))

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' }

/** Returns the server, whose address is `http://127.0.0.1:<port>`. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://site').pathname)
    const file = join(DIST, normalize(path.endsWith('/') ? `${path}index.html` : path))
    try {
      const content = await readFile(file)
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream').end(content)
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end(await readFile(join(DIST, '404.html')))
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
