import { useSearch } from '@tanstack/react-router';
import { ConversationList } from './conversations/conversation-list.tsx';
import { ChannelMessages } from './conversations/channel-messages.tsx';
import { ReadConversation } from './conversations/read-conversation.tsx';

/** Screen of conversations: their list, one of them (`session`), or all messages of a channel (`view=messages`). */
export function Conversations() {
  const { session, view } = useSearch({ strict: false });
  if (session) return <ReadConversation key={session} sessionKey={session} />;
  return view === 'messages' ? <ChannelMessages /> : <ConversationList />;
}
