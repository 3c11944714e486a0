/** The offline verifier, told which receipt to ask for. */
export function verifyAddress(submissionId: string, hash: string): string {
  const query = hash ? `?receipt=${submissionId}&hash=${hash}` : ''
  return `${window.location.origin}/verify/${query}`
}
