/**
 * An address as it may stand in a log, which more people read than may use what it holds: tokens of invitations, halls
 * and downloads are cut out. A path keeps its words and record ids; of a query, values under names that carry secrets
 * or people's particulars go, and whatever looks like a token.
 */
export function loggedAddress(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const shown = path.split('/').map(withoutToken).join('/')
  if (query === undefined) return shown
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return value === '' ? withoutToken(name) : `${name}=${SECRET.test(name) ? CUT : withoutToken(value)}`
  })
  return `${shown}?${pairs.join('&')}`
}

const CUT = '[cut]'
const SECRET = /token|ticket|jczh-ac|code|sign|secret|pass|nonce|echostr|state|key|mobile|account|person/i
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Random bytes in hex or base64url are long, of one piece, and no record's id. Names of files have a dot. */
function withoutToken(text: string): string {
  return /^[\w%+=-]{20,}$/.test(text) && !UUID.test(text) && /\d/.test(text) ? CUT : text
}
