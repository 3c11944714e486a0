import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { encodeWitnessKey } from '#features/sealing/core/log/cosignature.ts'
import { serveWitness } from '../serve.ts'
import { WitnessStore } from '../store.ts'

/*
 * A witness whose clock is the machine's, moved by as many ms as a file says at the time: beside a platform whose clock a test
 * moves. Arguments: data folder, name, port, file, log keys.
 */

const [folder = '', name, port = '0', file = '', ...logs] = process.argv.slice(2)
const store = WitnessStore.open(folder, name)
for (const logKey of logs) store.watch(logKey)
const server = serveWitness(store, () => new Date(Date.now() + Number(readFileSync(file, 'utf8'))))
process.on('SIGTERM', () => {
  server.close(() => store.close())
  server.closeAllConnections()
})
server.listen(Number(port), '127.0.0.1', () => {
  const { port: taken } = server.address() as AddressInfo
  process.send?.({ base: `http://127.0.0.1:${taken}`, key: encodeWitnessKey(store.key) })
})
