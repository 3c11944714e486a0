import { formatTime } from '#contract/time.ts'
import type { ReleaseExtension } from '../../contract-keys.ts'

/** Why suppliers have more time to release their keys than was published; nothing where they have not. */
export function ExtensionNote({ extensions }: { extensions: readonly ReleaseExtension[] }) {
  return extensions.map(({ at, oldEnd, newEnd, reason, byName }) => (
    <p key={at} className="kb-hint">
      提交密钥的时限由 {formatTime(oldEnd, true)} 延长至 {formatTime(newEnd, true)}：{reason}（{byName}，
      {formatTime(at, true)}）
    </p>
  ))
}
