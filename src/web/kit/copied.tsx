import { Button } from 'antd'
import { toast } from '../feedback.ts'

/** A text that is needed elsewhere, e.g. an account number, with a button that copies it. */
export function Copied({ text }: { text: string }) {
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast.success('已复制'))
  return (
    <>
      {text}{' '}
      <Button type="link" size="small" onClick={copy}>
        复制
      </Button>
    </>
  )
}
