import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Drops connections that have never asked anything when the server closes: browsers open some in advance, and Node counts
 * them neither as idle nor as finished, so that they would hold up the end for a minute.
 */
export function dropSilentConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
}
