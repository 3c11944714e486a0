import { demoOutbox } from '#features/messages/contract-settings.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** The code last sent to a number, as it stands in the outbox; the text is handed out by a job right after the answer. */
export async function codeFor(client: HttpClient, mobile: string): Promise<string> {
  for (let i = 0; i < 200; i++) {
    const { rows } = await client.call(demoOutbox, { query: { keyword: mobile, channel: 'sms' } })
    const code = /验证码(\d{6})/.exec(rows[0]?.body ?? '')?.[1]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no code for ${mobile}`)
}
