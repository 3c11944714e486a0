import { createHmac } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'

/** Somebody who comes to a meeting. */
export interface Guest {
  userId: string
  name: string
  isHost: boolean
}

/** What an online meeting of the platform is held in. */
export interface MeetingProvider {
  /** For people. */
  readonly name: string
  /** An address of the meeting for this person alone; null: the platform's own page. */
  enter(meetingId: string, guest: Guest, now: Date): string | null
}

/** An address is good for so long: who has come in stays. */
const ENTRY_SECONDS = 120

/**
 * Where meetings are held: the server of `MEETING_URL`, otherwise a page of ours that carries neither sound nor picture; nowhere
 * in production, which sells nothing that is not there.
 */
export function meetingProvider({ mode }: Pick<Config, 'mode'>, env = process.env): MeetingProvider | null {
  if (env.MEETING_URL) return jitsi({ url: env.MEETING_URL, secret: env.MEETING_SECRET ?? '' })
  return mode === 'production' ? null : { name: '演示会议室（不传输音视频）', enter: () => null }
}

/** The same, which must be there. */
export function demandProvider(config: Pick<Config, 'mode'>): MeetingProvider {
  const provider = meetingProvider(config)
  if (!provider) throw new AppError('unavailable', '平台尚未接入会议服务，请使用本单位会议链接')
  return provider
}

export function providerName(config: Pick<Config, 'mode'>): string {
  return meetingProvider(config)?.name ?? ''
}

/**
 * A Jitsi server with token authentication. `url`: `https://<application id>@<host>/`. Claims are those of its prosody plugin:
 * https://github.com/jitsi/lib-jitsi-meet/blob/master/doc/tokens.md. The server judges the token when somebody connects.
 */
export function jitsi({ url, secret }: { url: string; secret: string }): MeetingProvider {
  const place = new URL(url)
  if (place.protocol !== 'https:' || secret.length < 16)
    throw new Error('MEETING_URL must be https, and MEETING_SECRET have at least 16 characters')
  const issuer = decodeURIComponent(place.username) || 'kaibiao'
  return {
    name: '平台会议室',
    enter(meetingId, { userId, name, isHost }, now) {
      const room = `kaibiao-${meetingId}`
      const seconds = Math.floor(now.getTime() / 1000)
      const token = signedToken(
        {
          aud: 'jitsi',
          iss: issuer,
          sub: place.hostname,
          room,
          nbf: seconds - 10,
          exp: seconds + ENTRY_SECONDS,
          context: { user: { id: userId, name, moderator: isHost, affiliation: isHost ? 'owner' : 'member' } },
        },
        secret,
      )
      return `https://${place.host}${place.pathname.replace(/\/?$/, '/')}${room}?jwt=${token}`
    },
  }
}

/** A JSON Web Token (RFC 7519) under HMAC with SHA-256. */
export function signedToken(claims: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${input}.${hs256(input, Buffer.from(secret))}`
}

/** The signature of RFC 7515 with `HS256`, as base64url. */
export function hs256(input: string, key: Buffer): string {
  return createHmac('sha256', key).update(input).digest('base64url')
}
