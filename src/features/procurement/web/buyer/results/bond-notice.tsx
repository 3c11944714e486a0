import { Alert } from 'antd'
import type { Finding } from '../../../contract/shared.ts'
import { LegalFindings } from '../legal-findings.tsx'

/** Candidates whose bonds are not as the documents demand: what blocks, and what is to be acknowledged. */
export function BondNotice({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  const isBlocked = findings.some((one) => one.severity === 'block')
  return (
    <Alert
      className="kb-above-16 kb-below-16"
      type={isBlocked ? 'error' : 'warning'}
      showIcon
      title={isBlocked ? '投标保证金不符合采购文件要求，须先由评标委员会认定' : '保证金须经确认后方可发布'}
      description={<LegalFindings findings={findings} />}
    />
  )
}

/** The findings about these suppliers, each of which begins with the name of the one it is about. */
export function findingsOf(findings: readonly Finding[], rows: readonly { supplierName: string }[]): Finding[] {
  return findings.filter(({ message }) => rows.some(({ supplierName }) => message.startsWith(`${supplierName}：`)))
}
