import { Button, Input } from 'antd'
import { useState } from 'react'

interface SayBoxProps {
  busy: boolean
  /** Whether it was taken: the field is emptied. */
  onSay: (text: string) => Promise<boolean>
}

/** A message to the other side. */
export function SayBox({ busy, onSay }: SayBoxProps) {
  const [text, setText] = useState('')
  return (
    <form
      className="kb-stack kb-items-start kb-above-12 kb-below-12"
      aria-label="留言"
      onSubmit={(event) => {
        event.preventDefault()
        void onSay(text.trim()).then((done) => done && setText(''))
      }}
    >
      <Input.TextArea
        aria-label="留言内容"
        rows={2}
        maxLength={2000}
        placeholder="留言仅双方可见，计入议价记录"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button htmlType="submit" loading={busy} disabled={text.trim().length < 2}>
        发送留言
      </Button>
    </form>
  )
}
