import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { dropSilentConnections } from './silent.ts'

test('a connection that never asked anything does not hold up the end', { timeout: 10_000 }, async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  dropSilentConnections(app)
  app.get('/', () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  // The server has accepted it by the time that it answers somebody who came later.
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
  const gone = once(silent, 'close')
  await app.close()
  await gone
})
