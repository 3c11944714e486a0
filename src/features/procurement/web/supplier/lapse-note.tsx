import type { LapseStanding } from '../../contract/shared.ts'

/** What the own company has to know of a demanded document: that it has expired, or ends before the deadline. */
export function LapseNote({ lapse }: { lapse: LapseStanding | undefined }) {
  if (!lapse) return null
  const { validUntil, isExpired, isRequired, renewedUntil } = lapse
  if (renewedUntil !== null) return <span className="kb-block kb-note">已提交新证，有效期至 {renewedUntil}</span>
  return (
    <span className={`kb-block ${isExpired && isRequired ? 'kb-bad' : 'kb-note'}`}>
      {isExpired
        ? `公告单位登记的该证件有效期至 ${validUntil}，已过期。请提交换发后的证件并填写有效期${isRequired ? '，否则报名不能审核通过' : ''}。`
        : `公告单位登记的该证件有效期至 ${validUntil}，早于截止时间，请在此前换发；已换发的，请提交新证并填写有效期。`}
    </span>
  )
}
