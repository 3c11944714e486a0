import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { KEY_PROOFS, type KeyMode } from '#features/procurement/rules/key-mode.ts'
import { ask, toast } from '#web/feedback.ts'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { whyUnfinished } from '#web/unfinished.ts'
import type { Room } from '../room.ts'
import { RecoveryCode } from './recovery-code.tsx'
import { SealProgress } from './seal-progress.tsx'
import type { Sealing } from './use-sealing.ts'

interface SealStepProps {
  room: Room
  sealing: Sealing
  /** A submission was interrupted and can go on. */
  resumes: boolean
  /** What is still missing, in words. */
  missing: string[]
  /** What is odd but allowed; asked about once more. */
  warnings: string[]
  /** Joint-key mode: kept on paper; null until it was typed back. */
  recoveryCode: string | null
  onRecoveryCode: (code: string) => void
}

function modeOf({ roundKey, jointKey }: Room): KeyMode {
  if (roundKey) return 'timed'
  return jointKey ? 'joint' : 'bidder'
}

/** Step four: seal in this browser, send the ciphertext, commit. */
export function SealStep({ room, sealing, resumes, warnings, recoveryCode, ...rest }: SealStepProps) {
  const { phase, problem, running } = sealing
  // An interrupted job has its code already.
  const needsCode = room.jointKey !== null && !resumes
  const missing = [...rest.missing, ...(needsCode && recoveryCode === null ? ['抄存恢复码'] : [])]
  const hasFiles = room.terms === null || room.bidFiles.length > 0
  const action = room.actions.find((one) => one.action === 'submit' || one.action === 'replace')
  useLeaveGuard(() => running, '正在加密和上传，离开后会暂停，回到本页可以继续。')

  const submit = async () => {
    const unfinished = whyUnfinished()
    if (unfinished !== null) {
      toast.warning(unfinished)
      return
    }
    const content = [...warnings.map((warning) => `注意：${warning}。`), action?.confirm ?? ''].join('')
    const agreed = await ask({ title: action?.label ?? '封存并提交', content, okText: '封存并提交' })
    if (agreed) await sealing.start()
  }
  const reason = missing.length > 0 && room.unconfirmed === 0 ? `还差：${missing.join('、')}` : action?.reason
  return (
    <>
      <p>
        {say(
          room,
          hasFiles
            ? '点击后，报价单和文件在本机逐个加密，密文分段上传（断线自动续传），全部到达后一次提交。{bid}以“提交成功”的一刻为准，该时刻由服务器时钟记录并写入公开日志。'
            : '点击后，报价单在本机加密，平台收到的只有密文。{bid}以“提交成功”的一刻为准，该时刻由服务器时钟记录并写入公开日志。',
        )}
      </p>
      {room.terms && <p className="kb-hint">{say(room, KEY_PROOFS[modeOf(room)])}</p>}
      {needsCode && !running && phase === 'idle' && (
        <RecoveryCode title={`${room.title}（${room.code}）`} disabled={!action} onKept={rest.onRecoveryCode} />
      )}
      {resumes && !running && phase === 'idle' && (
        <Alert type="info" showIcon title="上次的提交没有完成：内容未变的话，会从中断处继续，不必重新加密和上传。" />
      )}
      {phase !== 'idle' && sealing.job && <SealProgress sealing={sealing} />}
      {problem && <Alert type="error" showIcon title={problem.text} role="alert" />}
      {reason && !running && !problem?.final && (
        <Alert
          type="warning"
          showIcon
          title={reason}
          action={
            room.unconfirmed > 0 && (
              <Link to={placeOf({ id: room.orderId, method: room.method }, 'change.confirm', 'supplier')}>
                阅读并确认
              </Link>
            )
          }
        />
      )}
      <div className="kb-row kb-wrap kb-above-8 kb-below-8 kb-relative">
        {running ? (
          <Button disabled={phase === 'committing'} onClick={sealing.stop}>
            暂停
          </Button>
        ) : (
          <Button
            type="primary"
            size="large"
            disabled={reason !== undefined || problem?.final === true || !action}
            onClick={() => void (phase === 'stopped' && resumes ? sealing.start() : submit())}
          >
            {resumes ? '继续提交' : (action?.label ?? '封存并提交')}
          </Button>
        )}
      </div>
    </>
  )
}
