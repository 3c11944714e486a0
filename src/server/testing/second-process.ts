import { onTestFinished } from 'vitest'
import { forkServer } from './fork-server.ts'
import { HttpClient } from './http-client.ts'
import { DEMO_PASSWORD, type TestSystem } from './test-system.ts'

/** Another process on the same database and files, which ends with the test that asks for it; people log in there anew. */
export async function secondProcess({ ownerUrl, config }: TestSystem) {
  const { child, base } = await forkServer({ dataDir: config.dataDir, url: ownerUrl })
  onTestFinished(() => void child.kill('SIGKILL'))
  const address = await base
  return {
    base: address,
    async login(account: string, workbench: string): Promise<HttpClient> {
      const client = new HttpClient(address)
      await client.login(account, DEMO_PASSWORD)
      return Object.assign(client, { workbench })
    },
  }
}
