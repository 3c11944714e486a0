import { serverBuild } from './tools/build/server-build.ts'

/** The server as it is started outside tests. */
export default serverBuild('dist/server', ['src/server/main.ts'])
