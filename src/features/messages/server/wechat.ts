/** A text on its way to a person outside the platform. */
export interface Outgoing {
  /** Stays the same when a delivery is repeated: by it a carrier knows the second of two. */
  id: string
  tenantId: number
  recipient: string
  subject: string
  body: string
}

/** Calls of a WeChat official account that the platform needs. */
export interface WeChatAccount {
  /** What a QR code must hold so that scanning it sends an event with `scene` to our callback. */
  sceneUrl(scene: string, seconds: number): Promise<string>
  /** A template message; `client_msg_id` makes a repeated one arrive once. Its fields are `thing1` and `thing2`. */
  sendTemplate(templateId: string, message: Outgoing): Promise<void>
}

const API = 'https://api.weixin.qq.com'
const TIMEOUT_MS = 10_000
/** A value of a `thing` field may have this many characters. */
const THING = 20
/** Codes of WeChat that say the access token is no longer good. */
const STALE_TOKEN = new Set([40001, 40014, 42001])

/** The account that WX_APP_ID and WX_SECRET name (WX_API: another address of the interface); null without them. */
export function wechatAccount(env: NodeJS.ProcessEnv = process.env): WeChatAccount | null {
  const { WX_APP_ID: appId, WX_SECRET: secret, WX_API: api = API } = env
  return appId && secret ? accountOf({ appId, secret, api }) : null
}

interface Access {
  appId: string
  secret: string
  api: string
}

function accountOf(access: Access): WeChatAccount {
  return {
    async sceneUrl(scene, seconds) {
      const { url } = await post<{ url: string }>(access, 'qrcode/create', {
        expire_seconds: seconds,
        action_name: 'QR_STR_SCENE',
        action_info: { scene: { scene_str: scene } },
      })
      return url
    },
    async sendTemplate(templateId, { id, recipient, subject, body }) {
      await post(access, 'message/template/send', {
        touser: recipient,
        template_id: templateId,
        client_msg_id: id.replaceAll('-', ''),
        data: { thing1: { value: subject.slice(0, THING) }, thing2: { value: body.slice(0, THING) } },
      })
    },
  }
}

interface Answer {
  errcode?: number
  errmsg?: string
}

/** Tokens by account, shared by this process; WeChat gives all processes the same one while it is good. */
const tokens = new Map<string, { token: string; until: number }>()

async function post<T>(access: Access, path: string, body: object): Promise<T> {
  for (const isLast of [false, true]) {
    const token = await tokenOf(access)
    const answer = await ask<T & Answer>(
      `${access.api}/cgi-bin/${path}?access_token=${encodeURIComponent(token)}`,
      body,
    )
    if (!answer.errcode) return answer
    tokens.delete(access.appId)
    if (isLast || !STALE_TOKEN.has(answer.errcode))
      throw new Error(`WeChat ${path}: ${answer.errcode} ${answer.errmsg ?? ''}`)
  }
  throw new Error('unreachable')
}

async function tokenOf({ appId, secret, api }: Access): Promise<string> {
  const known = tokens.get(appId)
  if (known && known.until > performance.now()) return known.token
  const answer = await ask<{ access_token?: string; expires_in?: number } & Answer>(`${api}/cgi-bin/stable_token`, {
    grant_type: 'client_credential',
    appid: appId,
    secret,
  })
  if (!answer.access_token) throw new Error(`WeChat stable_token: ${answer.errcode ?? ''} ${answer.errmsg ?? ''}`)
  // Given up five minutes early, in real time: it is WeChat's clock that counts.
  const until = performance.now() + Math.max(60, (answer.expires_in ?? 0) - 300) * 1000
  tokens.set(appId, { token: answer.access_token, until })
  return answer.access_token
}

async function ask<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`WeChat answered ${response.status}`)
  return (await response.json()) as T
}
