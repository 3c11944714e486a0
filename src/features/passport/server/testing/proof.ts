import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { HttpClient } from '#server/testing/http-client.ts'
import { captcha, type ProofPurpose } from '../../contract.ts'

/** What a browser does when work is asked for: fetches a challenge, solves it and gives what is to be sent along. */
export async function solvedProof(
  client: HttpClient,
  use: { purpose: ProofPurpose; subject: string },
): Promise<{ proof: string }> {
  const { challenge } = await client.call(captcha, { query: use })
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  return { proof: btoa(JSON.stringify({ challenge, solution })) }
}
