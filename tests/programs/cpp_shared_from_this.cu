// Objects that give shared pointers to themselves.
#include <cstdio>
#include <memory>
#include <vector>

struct Node : public std::enable_shared_from_this<Node> {
    int value;
    std::vector<std::shared_ptr<Node>> children;
    std::weak_ptr<Node> parent;
    explicit Node(int value) : value(value) {}
    virtual ~Node() { printf("~%d ", value); }
    std::shared_ptr<Node> add(int v) {
        auto child = std::make_shared<Node>(v);
        child->parent = shared_from_this();
        children.push_back(child);
        return child;
    }
    std::shared_ptr<const Node> self() const { return shared_from_this(); }
};
struct Leaf : Node {
    Leaf(int value) : Node(value) {}
};

int main() {
    {
        std::shared_ptr<Node> root(new Node(1));
        auto two = root->add(2);
        two->add(3);
        printf("%ld %ld %d %d\n", root.use_count(), two.use_count(), two->parent.lock()->value, two->self()->value);
        std::shared_ptr<Node> leaf = std::make_unique<Leaf>(4);
        auto again = leaf->shared_from_this();
        printf("%ld %d %d\n", leaf.use_count(), again == leaf, (int) again->weak_from_this().expired());
    }
    printf("\n");
    try {
        Node alone(5);
        alone.shared_from_this();
    } catch (const std::bad_weak_ptr &e) {
        printf("%s\n", e.what());
    }
    return 0;
}
