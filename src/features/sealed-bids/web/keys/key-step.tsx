import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { say } from '#features/procurement/methods/say.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Room } from '../room.ts'
import { CreateKey } from './create-key.tsx'
import { shortPrint, SUITE_WORDS } from './key-words.ts'
import { Rehearse } from './rehearse.tsx'

interface KeyStepProps {
  room: Room
  keyId: string | null
  disabled: boolean
  onChoose: (keyId: string) => void
}

/** Step three: which key the bid is sealed to, and the proof that it will open. */
export function KeyStep({ room, keyId, disabled, onChoose }: KeyStepProps) {
  const [creating, setCreating] = useState(false)
  const [again, setAgain] = useState(false)
  const fitting = room.keys.filter((key) => key.fits)
  const chosen = fitting.find((key) => key.keyId === keyId)
  const create = (
    <Button disabled={disabled} onClick={() => setCreating(true)}>
      创建新密钥
    </Button>
  )
  return (
    <>
      <p>
        {say(
          room,
          `{offer}用本企业自己的密钥加密，平台没有私钥，${room.terms ? '截止后由本企业提交密钥，此前谁也打不开' : '开标前谁也打不开'}。预演是用真实的密钥文件和口令试着解开一段测试密文，确认到时不会出问题。本{order}使用${SUITE_WORDS[room.suite]}。`,
        )}
      </p>
      {fitting.length === 0 ? (
        <Alert type="info" showIcon title={say(room, '还没有可用于本{order}的密钥')} action={create} />
      ) : (
        <>
          <Radio.Group
            className="bid-keys"
            aria-label="选择密钥"
            disabled={disabled}
            value={chosen?.keyId ?? null}
            onChange={(event) => {
              setAgain(false)
              onChoose(event.target.value as string)
            }}
          >
            {fitting.map((key) => (
              <Radio key={key.keyId} value={key.keyId}>
                <span className="kb-inline kb-gap-12 kb-flat kb-base kb-wrap">
                  <b>{key.label || '投标密钥'}</b>
                  <code>{shortPrint(key.fingerprint)}</code>
                  <small>
                    {key.createdBy} {formatTime(key.createdAt)} 创建
                  </small>
                  {key.rehearsedAt ? (
                    <StatusTag label={`${formatTime(key.rehearsedAt).slice(5)} 预演通过`} tone="success" />
                  ) : (
                    <StatusTag label="未预演" tone="warning" />
                  )}
                </span>
              </Radio>
            ))}
          </Radio.Group>
          <div className="kb-row kb-wrap kb-above-8 kb-below-8 kb-relative">{create}</div>
        </>
      )}
      {chosen && !disabled && (chosen.rehearsedAt === null || again) && (
        <Rehearse key={chosen.keyId} orderId={room.orderId} bidKey={chosen} onPassed={() => setAgain(false)} />
      )}
      {chosen?.rehearsedAt && !again && !disabled && (
        <Button type="link" className="bid-link" onClick={() => setAgain(true)}>
          再预演一次
        </Button>
      )}
      {creating && (
        <CreateKey suite={room.suite} onClose={() => setCreating(false)} onCreated={(key) => onChoose(key.keyId)} />
      )}
    </>
  )
}
