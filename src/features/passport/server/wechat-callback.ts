import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import type { FileAnswer, Input } from '#server/implement.ts'
import { scanned } from './wechat-bind.ts'
import { isFromWeChat, isLocal, type Signed, wechatSignature, wechatToken } from './wechat-sign.ts'

type Ctx = Context<Actor | null>

/** Answers WeChat's question whether this address belongs to the account. */
export function echo(ctx: Ctx, query: Signed & { echostr: string }): Promise<FileAnswer> {
  if (!isFromWeChat(ctx.config, query)) throw new AppError('forbidden', '签名校验失败')
  return Promise.resolve(plain(query.echostr))
}

/**
 * `prepare` of the callback: checks the signature and lets the scan take effect, in the tenant the code belongs to.
 * Other events than a scan are acknowledged and have no effect. Gives the answer for WeChat.
 */
export async function receive(kernel: Kernel, input: Input<unknown, unknown, unknown>): Promise<FileAnswer> {
  if (!isFromWeChat(kernel.config, input.query as Signed)) throw new AppError('forbidden', '签名校验失败')
  const message = input.body as string
  const openid = fieldOf(message, 'FromUserName')
  const scene = sceneOf(message)
  if (!openid || !scene) return plain('success')
  const reply = await scanned(kernel, { scene, openid })
  return {
    name: 'reply.xml',
    mime: 'text/xml; charset=utf-8',
    content: Buffer.from(replyTo(message, reply)),
    inline: true,
  }
}

/** Plays WeChat: signs an event as WeChat would and sends it to our callback, through the same door. */
export async function playScan(
  ctx: Ctx,
  raw: Input<unknown, unknown, unknown>['raw'],
  scan: { scene: string; openid: string },
) {
  const token = wechatToken(ctx.config)
  if (!isLocal(ctx.config) || token === null) throw new AppError('notFound')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = ctx.newId().slice(0, 8)
  const response = await raw.request.server.inject({
    method: 'POST',
    url: '/api/wx/mp/callback',
    query: { timestamp, nonce, signature: wechatSignature(token, { timestamp, nonce }), openid: scan.openid },
    headers: { 'content-type': 'text/xml' },
    payload:
      `<xml><ToUserName><![CDATA[local]]></ToUserName><FromUserName><![CDATA[${scan.openid}]]></FromUserName>` +
      `<CreateTime>${timestamp}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[SCAN]]></Event>` +
      `<EventKey><![CDATA[${scan.scene}]]></EventKey></xml>`,
  })
  if (response.statusCode !== 200) throw new AppError('unavailable')
  return { reply: fieldOf(response.body, 'Content') ?? '' }
}

/** A scan by somebody who follows the account already, or the subscription that follows from a scan. */
function sceneOf(message: string): string | null {
  const key = fieldOf(message, 'EventKey')
  switch (fieldOf(message, 'Event')) {
    case 'SCAN':
      return key
    case 'subscribe':
      return key?.startsWith('qrscene_') ? key.slice('qrscene_'.length) : null
    default:
      return null
  }
}

/**
 * One field of WeChat's flat XML. Only the characters that its identifiers have are taken: nothing that came from
 * outside is handed on unread.
 */
function fieldOf(message: string, name: string): string | null {
  const found = new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^<\\]]{1,200})(?:\\]\\]>)?</${name}>`).exec(message)
  return found?.[1] ?? null
}

function replyTo(message: string, text: string): string {
  const [from, to] = [fieldOf(message, 'FromUserName'), fieldOf(message, 'ToUserName')]
  return (
    `<xml><ToUserName><![CDATA[${from ?? ''}]]></ToUserName><FromUserName><![CDATA[${to ?? ''}]]></FromUserName>` +
    `<CreateTime>${Math.floor(Date.now() / 1000)}</CreateTime><MsgType><![CDATA[text]]></MsgType>` +
    `<Content><![CDATA[${text.replaceAll(']]>', '')}]]></Content></xml>`
  )
}

function plain(text: string): FileAnswer {
  return { name: 'answer.txt', mime: 'text/plain; charset=utf-8', content: Buffer.from(text), inline: true }
}
