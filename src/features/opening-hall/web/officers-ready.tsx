import { Link } from 'react-router'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { JointReadiness } from '../contract-joint.ts'
import { useHallAddress } from './addresses.ts'
import './joint.css'

/** Whether enough officers could answer today, and whose device has not shown that it works: for the host, before the start. */
export function OfficersReady({ readiness }: { readiness: JointReadiness }) {
  const { jointKey } = useHallAddress()
  const { threshold, officers, checked, missing } = readiness
  const isEnough = checked >= threshold
  return (
    <section className="hall-ready kb-stack kb-gap-6 kb-box-16" aria-label="保管人自检">
      <p>
        <StatusTag label={isEnough ? '自检人数已够' : '自检人数不足'} tone={isEnough ? 'success' : 'warning'} />
        联合密钥保管人 {officers} 名，近期自检通过 {checked} 名；须 {threshold} 名到场方可开启投标文件。
      </p>
      {missing.length > 0 && (
        <p>尚未自检：{missing.map(({ name, companyName }) => `${name}（${companyName}）`).join('、')}</p>
      )}
      <p>
        <Link to={jointKey}>查看联合密钥 ›</Link>
      </p>
    </section>
  )
}
