import { DAY } from '#contract/time.ts'
import type { InputOf } from '#contract/endpoint.ts'
import * as c from '#features/sign-tasks/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** Sends a PDF to be signed within a week; the id of the task. */
export async function sendToSign(
  client: HttpClient,
  {
    title,
    content,
    signers,
    now,
  }: { title: string; content: Uint8Array; now: Date } & Pick<InputOf<typeof c.createSignTask>['body'], 'signers'>,
): Promise<string> {
  const name = `${title}.pdf`
  const { fileId } = await client.upload('sign-document', name, content)
  const deadline = new Date(now.getTime() + 7 * DAY).toISOString()
  const body = { title, file: { fileId, name }, signers, order: 'sequential' as const, deadline }
  const { id } = await client.call(c.createSignTask, { body })
  await client.call(c.sendSignTask, { params: { id } })
  return id
}
