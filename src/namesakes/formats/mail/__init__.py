"""Mail: messages, who wrote them to whom, their new text told from what they quote, and what is attached to them."""
