import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { tr } from '#web/kit/labels.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { captcha } from '../contract.ts'

export interface CaptchaPicture {
  needed: boolean
  id: string
  /** Address of the picture; '' until it is there. */
  source: string
  renew: () => void
}

/** A picture to type off, fetched when it becomes necessary. */
export function useCaptcha(needed: boolean): CaptchaPicture {
  const [round, setRound] = useState(0)
  const [picture, setPicture] = useState({ id: '', source: '' })
  useEffect(() => {
    if (!needed) return
    let wanted = true
    call(captcha)
      .then(({ captchaId, svg }) => {
        // As an image, the markup cannot run anything.
        if (wanted) setPicture({ id: captchaId, source: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` })
      })
      .catch((error: unknown) => {
        if (error instanceof CallError) toast.error(error.message)
      })
    return () => {
      wanted = false
    }
  }, [needed, round])
  return { needed, ...picture, renew: () => setRound((n) => n + 1) }
}

/** The picture and the field for what it says. */
export function CaptchaField({ picture }: { picture: CaptchaPicture }) {
  return (
    <Form.Item label={tr('图形验证码')} required>
      <div className="kb-captcha">
        <Form.Item name="captcha" noStyle rules={[{ required: true, message: '请输入图形验证码' }]}>
          <Input autoComplete="off" maxLength={10} aria-label={tr('图形验证码')} />
        </Form.Item>
        <Button type="text" className="kb-captcha-picture" onClick={picture.renew} aria-label={tr('换一张验证码')}>
          {picture.source && <img src={picture.source} alt={tr('图形验证码，点击可更换')} height={38} />}
        </Button>
      </div>
    </Form.Item>
  )
}
