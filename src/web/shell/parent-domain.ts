/** Second levels under which others than their holder register: a cookie of theirs would be everybody's. */
const SHARED = /^(?:com|net|org|gov|edu|ac|mil|co|or|ne|go)\.[a-z]{2}$/

/**
 * The domain above a host, for what the applications beside this one read too. Null where there is none that belongs to the same
 * holder: an address in numbers, `localhost`, a registered domain itself. The browser knows more such domains, and refuses them.
 */
export function parentDomain(host: string): string | null {
  const labels = host.toLowerCase().split('.')
  if (host.includes(':') || labels.every((label) => /^\d+$/.test(label)) || labels.at(-1) === 'localhost') return null
  const parent = labels.slice(1).join('.')
  return parent.includes('.') && !SHARED.test(parent) ? parent : null
}
