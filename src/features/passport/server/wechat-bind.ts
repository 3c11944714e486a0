import { randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { wechatAccount } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Caller, Input } from '#server/implement.ts'
import { WX_SCENE_SECONDS } from '../rules.ts'
import { isLocal } from './wechat-sign.ts'

type Ctx = Context<Actor>

/**
 * Asks WeChat for the address a QR code must hold, before the transaction: WeChat may be slow. Throws `unavailable` when
 * no official account is configured or WeChat refuses.
 */
export async function prepareScene(
  kernel: Kernel,
  { raw }: Input<unknown, unknown, unknown>,
  caller: Caller,
): Promise<{ scene: string; url: string }> {
  const scene = randomBytes(16).toString('hex')
  if (isLocal(kernel.config)) {
    const { request } = raw
    const base = kernel.config.publicUrl || `${request.protocol}://${request.host}`
    return { scene, url: `${base.replace(/\/$/, '')}/demo/wechat/${scene}` }
  }
  const account = wechatAccount()
  if (!account) throw new AppError('unavailable', '平台未开通微信绑定')
  try {
    return { scene, url: await account.sceneUrl(scene, WX_SCENE_SECONDS) }
  } catch (error) {
    kernel.log.warn({ err: error, tenantId: caller.tenantId }, 'no QR code from WeChat')
    throw new AppError('unavailable', '微信服务暂不可用，请稍后重试')
  }
}

/** Keeps whom the code was shown to. Codes shown before are void. */
export async function bindCode(ctx: Ctx, prepared: unknown) {
  const { scene, url } = prepared as { scene: string; url: string }
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + WX_SCENE_SECONDS * 1000)
  await ctx.tx.deleteFrom('wx_scene').where('userId', '=', ctx.actor.userId).execute()
  await ctx.insert('wx_scene', {
    scene,
    userId: ctx.actor.userId,
    url,
    createdAt: now,
    expiresAt,
  })
  const { default: qrcode } = await import('qrcode')
  const svg = await qrcode.toString(url, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' })
  return { scene, url, svg, expiresAt: expiresAt.toISOString(), isLocal: isLocal(ctx.config) }
}

export async function binding(ctx: Ctx) {
  const user = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['wxOpenid', 'wxBoundAt'] })
  const last = await ctx.tx
    .selectFrom('wx_scene')
    .select('refusal')
    .where('userId', '=', ctx.actor.userId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    isBindWX: user.wxOpenid !== null,
    boundAt: user.wxBoundAt?.toISOString() ?? null,
    refusal: last?.refusal ?? '',
  }
}

export async function unbind(ctx: Ctx): Promise<void> {
  const undone = await ctx.tx
    .updateTable('app_user')
    .set({ wxOpenid: null, wxBoundAt: null })
    .where('id', '=', ctx.actor.userId)
    .where('wxOpenid', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!undone) throw new AppError('wrongState', '尚未绑定微信')
  ctx.audit({ action: 'user.wx-unbind', entity: 'user', entityId: ctx.actor.userId, summary: '解除微信绑定' })
}

/** What the person who scanned is told, in WeChat. */
export async function scanned(kernel: Kernel, { scene, openid }: { scene: string; openid: string }): Promise<string> {
  const found = await kernel.db.selectFrom('wx_scene').select('tenantId').where('scene', '=', scene).executeTakeFirst()
  if (!found) return UNKNOWN
  // The fact belongs to the tenant where the code was shown; WeChat calls one address for all of them.
  return inContext(kernel, { tenantId: found.tenantId, actor: null }, (ctx) => bind(ctx, scene, openid))
}

const UNKNOWN = '二维码已失效，请在平台刷新后重新扫描。'

async function bind(ctx: Context<null>, scene: string, openid: string): Promise<string> {
  const now = ctx.clock.now()
  const row = await ctx.tx.selectFrom('wx_scene').selectAll().where('scene', '=', scene).forUpdate().executeTakeFirst()
  if (!row || row.expiresAt <= now) return UNKNOWN
  const user = await ctx.expectOne(
    'app_user',
    { id: row.userId },
    { columns: ['nickname', 'wxOpenid'], lock: 'update' },
  )
  // WeChat repeats an event until it is answered.
  if (row.usedAt) return user.wxOpenid === openid ? bound(user.nickname) : UNKNOWN
  const refuse = async (reason: string) => {
    await ctx.tx.updateTable('wx_scene').set({ refusal: reason }).where('scene', '=', scene).execute()
    return reason
  }
  if (user.wxOpenid !== null && user.wxOpenid !== openid) return refuse('该账号已绑定其他微信，请先在平台解除绑定。')
  const other = await ctx.tx
    .selectFrom('app_user')
    .select('id')
    .where('wxOpenid', '=', openid)
    .where('id', '<>', row.userId)
    .executeTakeFirst()
  if (other) return refuse('该微信已绑定其他账号，请先在原账号解除绑定。')
  await ctx.tx.updateTable('wx_scene').set({ usedAt: now, refusal: '' }).where('scene', '=', scene).execute()
  await ctx.update('app_user', { id: row.userId }, { wxOpenid: openid, wxBoundAt: now })
  ctx.audit({ action: 'user.wx-bind', entity: 'user', entityId: row.userId, summary: '绑定微信' })
  return bound(user.nickname)
}

function bound(name: string): string {
  return `绑定成功：${name}，平台消息将发送到本微信。`
}
