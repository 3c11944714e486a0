import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { dropSilentConnections } from './silent.ts'

test('a connection that never asked anything does not hold up the end', { timeout: 60_000 }, async () => {
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

test('a request under way is answered, and its connection does not hold up the end', { timeout: 60_000 }, async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  dropSilentConnections(app)
  let release: () => void = () => undefined
  let entered: () => void = () => undefined
  const inside = new Promise<void>((resolve) => (entered = resolve))
  app.get('/', async () => {
    entered()
    await new Promise<void>((resolve) => (release = resolve))
    return 'done'
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const request = get(base, { agent })
  await inside
  const closed = app.close()
  while (app.server.listening) await new Promise(setImmediate)
  release()
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  expect((await answer.toArray()).join('')).toBe('done')
  await closed
  agent.destroy()
})
