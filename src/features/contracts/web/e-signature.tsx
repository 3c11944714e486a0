import { Alert } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { AllowedAction } from '#contract/transition.ts'
import { formatTime } from '#contract/time.ts'
import { DEMO_CA } from '#features/sign-tasks/rules/demo.ts'
import { OBSTACLES } from '#features/sign-tasks/rules/obstacles.ts'
import { taskPlace, VERIFY } from '#features/sign-tasks/rules/places.ts'
import { SIGNER_STATES } from '#features/sign-tasks/rules/status.ts'
import { taskTag } from '#features/sign-tasks/rules/tags.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList, Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { contractSignings } from '../contract/e-signature.ts'
import { signedPath } from './words.ts'

export type ESignature = OutputOf<typeof contractSignings>
type Signing = ESignature['signings'][number]

/** How far the electronic signatures of a contract are: the version in force first, then those before it. */
export function ESignaturePart({
  contract,
  eSignature,
  onAsk,
}: {
  contract: { contractId: string; version: number; state: string; actions: AllowedAction[] }
  eSignature: ESignature
  onAsk: (action: string) => void | Promise<unknown>
}) {
  const { signings, obstacle, mayOpenTask } = eSignature
  const current = signings.find(({ version }) => version === contract.version)
  // What runs or is completed is shown below; a button that says so once more is none.
  const asking = contract.actions.filter(({ action, reason }) => action === 'eSign' && reason === undefined)
  return (
    <div className="kb-stack kb-gap-16">
      {obstacle && contract.state === 'signed' && current?.state !== 'completed' && (
        <ObstacleNote obstacle={obstacle} />
      )}
      {!current && contract.state === 'signed' && (
        <p className="kb-hint">
          第 {contract.version} 版尚未电子签章。任一方可发起：采购人先签，供应商后签，7 日内完成，由发起方支付 1 份。
        </p>
      )}
      <ActionBar actions={asking} onAction={onAsk} />
      {signings.map((signing) => (
        <One key={signing.version} signing={signing} contract={contract} mayOpenTask={mayOpenTask} />
      ))}
    </div>
  )
}

function ObstacleNote({ obstacle }: { obstacle: NonNullable<ESignature['obstacle']> }) {
  const { text, label, place } = OBSTACLES[obstacle]
  return <Alert type="warning" showIcon title={text} action={<Link to={place}>{label}</Link>} />
}

interface OneProps {
  signing: Signing
  contract: { contractId: string; version: number }
  mayOpenTask: boolean
}

function One({ signing, contract, mayOpenTask }: OneProps) {
  const { version, state, reason, sha256, signers, isDemo } = signing
  const name = `第 ${version} 版（电子签章）.pdf`
  return (
    <section aria-label={`第 ${version} 版电子签章`} className="kb-stack kb-gap-12">
      <FieldList
        items={[
          {
            label: `第 ${version} 版${version === contract.version ? '（现行）' : ''}`,
            value: <StatusTag {...taskTag(state)} />,
          },
          {
            label: '签署任务',
            value: mayOpenTask ? <Link to={taskPlace(signing.taskId)}>{signing.code}</Link> : signing.code,
          },
          { label: '发起方', value: signing.senderName },
          reason !== '' && { label: '原因', value: reason, wide: true },
          state === 'signing' && { label: '签署期限', value: formatTime(signing.deadline) },
          ...signers.map((signer) => ({
            label: signer.companyName,
            value: signer.signedAt
              ? `${signer.userName}，${formatTime(signer.signedAt)} 签署`
              : SIGNER_STATES[signer.state],
          })),
          sha256 !== null && {
            label: '签署文件',
            wide: true,
            value: (
              <>
                <FileList
                  files={[{ fileId: signing.taskId, name, size: 0 }]}
                  pathOf={() => signedPath(contract.contractId, version)}
                />
                <Link to={VERIFY}>验签</Link>
              </>
            ),
          },
          sha256 !== null && { label: '签署文件 SHA-256', value: <Fingerprint hex={sha256} full />, wide: true },
        ]}
      />
      {isDemo && <Alert type="warning" showIcon title={DEMO_CA} />}
    </section>
  )
}
