import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Drops connections that have never asked anything when the server closes, and such as come after that: browsers open some
 * in advance, and Node counts them neither as idle nor as finished, so that they would hold up the end for a minute.
 */
export function dropSilentConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // A request under way is finished; its connection would then be kept for another one for more than a minute.
    app.server.keepAliveTimeout = 1
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
}
