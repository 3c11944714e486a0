import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { encodeWitnessKey } from '#features/sealing/core/log/cosignature.ts'
import { serveWitness } from './serve.ts'
import { WitnessStore } from './store.ts'

const USAGE = `usage: npm run witness -- [serve|watch|forget|key] [options]

  serve                     cosigns the heads of the logs it watches (default)
  watch <log key…>          watches these logs, and ends
  forget <origin>           forgets a log and what was seen of it, and ends
  key                       prints the verifier key, and ends

  --data <folder>           where key and heads are kept (.witness)
  --name <name>             of a new witness, e.g. association.example/witness
  --host, --port            where to listen (127.0.0.1, 7380)
  --log <log key>           also watches this log; may be repeated

A log key is what the platform shows as 日志公钥 (C2SP verifier key). Heads of other logs are refused.`

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

function main(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string', default: '.witness' },
      name: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '7380' },
      log: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  const [command = 'serve', ...names] = positionals
  if (values.help || !['serve', 'watch', 'forget', 'key'].includes(command)) {
    console.log(USAGE)
    if (!values.help) process.exitCode = 64
    return
  }
  const store = WitnessStore.open(values.data, values.name)
  try {
    for (const logKey of values.log) store.watch(logKey)
    if (command === 'watch') for (const logKey of names) store.watch(logKey)
    if (command === 'forget')
      for (const origin of names) if (!store.forget(origin)) throw new Error(`${origin} is not watched`)
    if (command === 'key') console.log(encodeWitnessKey(store.key))
  } catch (error) {
    store.close()
    throw error
  }
  if (command === 'serve') serve(store, { host: values.host, port: Number(values.port) })
  else store.close()
}

function serve(store: WitnessStore, { host, port }: { host: string; port: number }): void {
  const server = serveWitness(store)
  const stop = () => {
    server.close(() => store.close())
    server.closeAllConnections()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  server.on('error', (error) => {
    console.error(`✗ ${error.message}`)
    store.close()
    process.exitCode = 1
  })
  server.listen(port, host, () => {
    const { port: taken } = server.address() as AddressInfo
    console.log(`${encodeWitnessKey(store.key)}\n✓ witness ready http://${host}:${taken}, ${store.logs().length} logs`)
    process.send?.({ base: `http://${host}:${taken}`, key: encodeWitnessKey(store.key) })
  })
}
