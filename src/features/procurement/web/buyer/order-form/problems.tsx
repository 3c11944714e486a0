import { Alert } from 'antd'

/** Mistakes that stop the form, in one place. */
export function Problems({ messages }: { messages: readonly string[] }) {
  return (
    <Alert
      className="buyer-attention"
      type="error"
      showIcon
      title={`有 ${messages.length} 处需要改正`}
      description={
        <ul className="buyer-problems">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      }
    />
  )
}
