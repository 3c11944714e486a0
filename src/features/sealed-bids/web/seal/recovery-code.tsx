import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { inWorker } from '../crypto.ts'
import { printText } from './print-text.ts'

interface RecoveryCodeProps {
  /** What the bid is for, on the printed sheet. */
  title: string
  disabled: boolean
  /** Told once the code was typed back: it is on paper. */
  onKept: (code: string) => void
}

/**
 * The bidder's recovery code: made here, shown once, and taken only after some of it was typed back. It opens what the
 * lost key would have opened, and nothing without the officers.
 */
export function RecoveryCode({ title, disabled, onKept }: RecoveryCodeProps) {
  const [code, setCode] = useState('')
  const [asked] = useState(() => askedGroups())
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [kept, setKept] = useState(false)
  const [problem, setProblem] = useState('')
  const groups = code.split('-')

  const make = () => {
    setProblem('')
    inWorker('recoveryCode', {}).then(setCode, () => setProblem('未能生成恢复码，请刷新后重试'))
  }
  const check = () => {
    const same = (group: number) => asMeant(typed[group] ?? '') === groups[group - 1]
    if (!asked.every(same)) return setProblem('与恢复码不一致，请对照抄写的内容重新输入')
    setProblem('')
    setKept(true)
    onKept(code.replaceAll('-', ''))
  }
  if (kept)
    return (
      <p className="kb-above-8 kb-below-16">
        <StatusTag label="恢复码已抄存" tone="success" /> 密钥文件或口令遗失时，可在提交密钥时改用恢复码。
      </p>
    )
  return (
    <section className="kb-stack kb-gap-12 kb-box-16 kb-above-8 kb-below-16" aria-label="恢复码">
      <h3 className="kb-size-15">恢复码</h3>
      <p>
        {
          '由多名保管人共同开启。请先抄写或打印恢复码：密钥遗失时可凭它在规定时间内提交。恢复码只显示一次，平台不保存；仅有恢复码而没有保管人参与，任何人都打不开。'
        }
      </p>
      {code === '' ? (
        <Button disabled={disabled} onClick={make}>
          生成恢复码
        </Button>
      ) : (
        <>
          <output className="bid-recovery-code">
            {groups.map((group, i) => (
              <span key={group + String(i)}>
                <small>{i + 1}</small>
                {group}
              </span>
            ))}
          </output>
          <div className="kb-row kb-wrap kb-above-8 kb-below-8 kb-relative">
            <Button
              onClick={() => printText('恢复码', [title, code, '请妥善保管。平台不保存恢复码，遗失后无法补发。'])}
            >
              打印
            </Button>
          </div>
          <form
            className="bid-recovery-check kb-row kb-gap-12 kb-low kb-wrap"
            onSubmit={(event) => {
              event.preventDefault()
              check()
            }}
          >
            {asked.map((group) => (
              <label key={group}>
                第 {group} 组
                <Input
                  autoComplete="off"
                  maxLength={4}
                  value={typed[group] ?? ''}
                  onChange={(event) => setTyped({ ...typed, [group]: event.target.value })}
                />
              </label>
            ))}
            <Button htmlType="submit" disabled={asked.some((group) => (typed[group] ?? '').trim().length < 4)}>
              我已抄好，核对
            </Button>
          </form>
        </>
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
    </section>
  )
}

/** Look-alikes are read as meant: the code holds no O, I or L. */
function asMeant(typed: string): string {
  return typed.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** Two of the eight groups, in order. */
function askedGroups(): [number, number] {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint8Array(2))
  return [1 + (a % 4), 5 + (b % 4)]
}
