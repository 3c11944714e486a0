import { serverBuild } from './tools/build/server-build.ts'

/** Server processes that only tests start (`src/demo/built.ts`). */
export default serverBuild('dist/processes', [
  'src/demo/server-process.ts',
  'src/demo/system-host.ts',
  'src/features/messages/server/testing/sending-server.ts',
  'src/features/sealed-bids/server/testing/kill-server.ts',
])
