import { tr } from '#web/kit/labels.ts'

/** Where the code is to be read, when nothing is sent. */
export function DemoOutboxHint() {
  return (
    <p className="kb-muted">
      {tr('演示环境不发送短信，验证码在')}{' '}
      <a className="kb-inline-link" href="/demo/outbox?channel=sms" target="_blank" rel="noreferrer">
        {tr('演示发件箱')}
      </a>
    </p>
  )
}
