import { verifyDocument } from '#features/sign-tasks/core/verify-document.ts'
import { signPdf as signOnce, smallPdf, testSigner } from '#features/sign-tasks/server/testing/signed-pdf.ts'
import type { Line } from './line.ts'
import { median } from './load.ts'

const PAGES = 30
const SIGNATURES = 5
const ROUNDS = 15
const TARGET = { sign: 120, verify: 400 }

/** One signature over a document of thirty pages, both passes and the time-stamp; and all that verifying five of them takes. */
export async function signPdf(): Promise<Line[]> {
  const plain = await smallPdf(PAGES)
  const signer = testSigner('签署企业')
  const signing: number[] = []
  const verifying: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    // The second pass writes what the first has written.
    await signOnce(plain, signer)
    let { file } = await signOnce(plain, signer)
    signing.push(performance.now() - from)
    for (let number = 1; number < SIGNATURES; number++)
      file = (await signOnce(file, signer, { field: `f-${number}` })).file
    const start = performance.now()
    const { isSound, signatures } = await verifyDocument(file)
    verifying.push(performance.now() - start)
    if (!isSound || signatures.length !== SIGNATURES) throw new Error('what was signed does not verify')
  }
  const [sign, verify] = [median(signing), median(verifying)]
  return [
    {
      what: `signature over a PDF of ${PAGES} pages, both passes`,
      figures: `${sign.toFixed(0)} ms`,
      target: `< ${TARGET.sign} ms`,
      holds: sign < TARGET.sign,
    },
    {
      what: `verification of ${SIGNATURES} signatures`,
      figures: `${verify.toFixed(0)} ms`,
      target: `< ${TARGET.verify} ms`,
      holds: verify < TARGET.verify,
    },
  ]
}
